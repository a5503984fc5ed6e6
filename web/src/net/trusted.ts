/** The scripts that this site starts by their address. There are two. */
import offlineWorker from "./offline/worker?worker&url";

export const SERVICE_WORKER = "/sw.js";
export const OFFLINE_WORKER = offlineWorker;

/** Browsers that know trusted types load a script only from an address that the one policy of the site has made. */
interface TrustedTypes {
  createPolicy(name: "kuhstall", rules: { createScriptURL: (address: string) => string }): { createScriptURL(address: string): string };
}

type Policy = ReturnType<TrustedTypes["createPolicy"]>;
let policy: Policy | undefined;

function madePolicy(): Policy | undefined {
  return (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("kuhstall", {
    createScriptURL: (address) => {
      if (address !== SERVICE_WORKER && address !== OFFLINE_WORKER) throw new TypeError(address);
      return address;
    },
  });
}

/** The address of one of the two as a browser wants it. */
export function trusted(address: string): string {
  policy ??= madePolicy();
  return policy?.createScriptURL(address) ?? address;
}
