/* What the document runs: the viewer as Khamsin, and the page where its feed is known. */

import { App } from "./app.js";
import { $, h, reached } from "./dom.js";
import { Feeds } from "./feeds.js";
import { Model } from "./model.js";

const Khamsin = {
  app: /** @type {Promise<App> | null} */ (null),
  feeds: Feeds,
  /** @param {import("./types").Feed} feed */
  async start(feed) {
    try {
      const model = new Model(feed);
      await model.begin();
      const app = new App(feed, model);
      await app.start();
      document.documentElement.classList.add("started");
      return app;
    } catch (error) {
      document.documentElement.classList.remove("js");
      $("app").hidden = true;
      const plain = $("plain");
      if (plain) plain.prepend(h("p", { class: "verdict none", text: `The picture cannot be shown here (${/** @type {Error} */ (error).message}); this is the game as text.` }));
      throw error;
    }
  },
};

{
  const root = document.documentElement;
  reached(Khamsin);
  if (root.dataset.feed === "embedded") {
    root.classList.add("js");
    Khamsin.app = Khamsin.start(Feeds.embedded(document));
  } else if (root.dataset.feed === "http") {
    root.classList.add("js");
    Khamsin.app = Khamsin.start(Feeds.http({ ask: "ask", events: "events", log: "log", report: "report" }));
  }
}
