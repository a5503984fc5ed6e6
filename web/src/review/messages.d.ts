/** Of the server's messages, what a coach says: see terminal.ts. */
declare module "@messages/coach.*" {
  const texts: import("../i18n/catalogue").Texts;
  export default texts;
}
