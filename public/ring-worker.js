// Shows the notification of orders that wait while nobody sees the page: Android takes one from a service worker only.
// It keeps nothing and has no `fetch` handler: it never stands between the page and its server.

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showDesk())
})

async function showDesk() {
  const desk = new URL('./', self.location.href)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => url.startsWith(desk.href))
  await (open ? open.focus() : self.clients.openWindow(desk.href))
}
