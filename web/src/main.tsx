import "./styles/tokens.css";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { Texted } from "./i18n/text";
import "./table/theme";

const root = document.getElementById("app");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Texted>
        <App />
      </Texted>
    </StrictMode>,
  );
}
