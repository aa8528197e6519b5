/** Whether the server answers. While it does not, it is asked again and again. */

const PAUSE = 1500; // ms between questions

/** Dispatches `change` when the server goes away and when it is back. */
class Connection extends EventTarget {
  constructor() {
    super();
    this.away = false;
  }

  /** A request was not answered. */
  lost() {
    if (this.away) return;
    this.away = true;
    this.dispatchEvent(new Event("change"));
    void this.#wait();
  }

  async #wait() {
    let up = false;
    while (!up) {
      await new Promise((done) => setTimeout(done, PAUSE));
      up = await fetch("/api/ping").then((response) => response.ok, () => false);
    }
    this.away = false;
    this.dispatchEvent(new Event("change"));
  }
}

export const connection = new Connection();
