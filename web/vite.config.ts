import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// The messages are the server's own files, shared with the terminal.
export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@messages": new URL("../src/kuhstall/messages", import.meta.url).pathname } },
  build: {
    outDir: "../src/kuhstall/client",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy admits no inline data but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"] },
});
