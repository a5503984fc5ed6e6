// Lets the search work in pages that are opened from the disk, where browsers start no workers: the worker runs in a hidden frame instead.
// The theme finds out by the name of the class, and waits for what `importScripts` returns.
window.IFrameWorker = class extends EventTarget {
  constructor(address) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    this.inside = frame.contentWindow;
    const load = (url) =>
      new Promise((resolve, reject) => {
        const script = this.inside.document.createElement("script");
        Object.assign(script, { src: url, onload: resolve, onerror: reject });
        this.inside.document.body.append(script);
      });
    this.inside.importScripts = (...urls) => urls.reduce((done, url) => done.then(() => load(url)), Promise.resolve());
    this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    this.loaded = load(address);
  }

  postMessage(data) {
    this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
  }

  terminate() {
    this.inside.frameElement.remove();
  }
};

if (location.protocol === "file:") window.Worker = window.IFrameWorker;
