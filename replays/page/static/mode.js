/* What all that the hands do has: a name, the last reply, and why the last touch did nothing. */

export class Mode {
  /** @param {import("./hands.js").Hands} hands @param {string} name */
  constructor(hands, name) {
    this.hands = hands;
    this.app = hands.app;
    this.name = name;
    /** @type {any} */
    this.reply = null;
    /** @type {any} */
    this.why = null;
  }
}
