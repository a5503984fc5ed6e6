import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { Texted } from "./i18n/text";
import "./ui/theme";
import { noteErrorReports, wantsErrorReports } from "./net/errorSwitch";
import { startWorker } from "./net/update";

function start(): void {
  const root = document.getElementById("app");
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <Texted>
        <App />
      </Texted>
    </StrictMode>,
  );
}

noteErrorReports(wantsErrorReports());
// The scripts wait for nothing, not even for the page that they are in.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
if (import.meta.env.PROD) startWorker();
