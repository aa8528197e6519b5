// Browsers start no worker for a page that was opened from the disk, and the search of the docs site
// runs in one. There this class takes its place: it runs the script in a hidden frame.
if (location.protocol === "file:") {
  // As between workers, data are copied and arrive after what is being done now.
  const message = (data, deliver) => {
    const event = new MessageEvent("message", { data: structuredClone(data) });
    setTimeout(() => deliver(event));
  };

  window.Worker = class {
    onmessage = null;
    onerror = null;

    constructor(url) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => message(data, (event) => this.onmessage?.(event));
      const script = inside.document.createElement("script");
      script.src = new URL(url, location.href).href;
      script.onerror = (event) => this.onerror?.(event);
      this.loaded = new Promise((done) => (script.onload = done));
      inside.document.body.append(script);
    }

    postMessage(data) {
      this.loaded.then(() => message(data, (event) => this.frame.contentWindow?.dispatchEvent(event)));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
