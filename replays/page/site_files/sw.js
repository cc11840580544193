/* Keeps the files of the site, so that it opens again at once, and without a network.
   A site that was made anew has another BUILD here; the browser sees that, and fetches all again. */

const BUILD = "{{build}}";
const FILES = {{files}};
const OURS = `khamsin ${self.registration.scope} `;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(OURS + BUILD);
    await kept.addAll(["./", ...FILES].map((name) => new Request(name, { cache: "no-cache" })));
  })());
});

/* A new version waits until the page says so, lest one half of the old page meet the other of the new. */
self.addEventListener("message", ({ data }) => { if (data === "now") self.skipWaiting(); });

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(OURS) && name !== OURS + BUILD) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith((async () => {
    const kept = await caches.open(OURS + BUILD);
    return (await kept.match(request, { ignoreSearch: true })) || fetch(request);
  })());
});
