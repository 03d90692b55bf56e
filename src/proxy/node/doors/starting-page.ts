import { contentPolicy } from '#proxy/gate/content-policy.ts'
import { setSafeHeaders } from '#proxy/gate/safe-headers.ts'

/** So long the page is looked at before its browser asks again. */
const againSeconds = 3

// The page of the product may not be built yet, so this one needs nothing of it: no script, no file, no style.
const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Vendor Desk</title>
  </head>
  <body>
    <p>Vendor Desk is starting. This page will look again by itself.</p>
    <p lang="ar" dir="rtl">البرنامج قيد التشغيل. ستعيد هذه الصفحة المحاولة تلقائيًا.</p>
    <p lang="fr">Vendor Desk démarre. Cette page réessaie d’elle-même.</p>
  </body>
</html>
`

/** Whether a person at a browser asks, and not a page or a program. */
export const asksForPage = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.get('Accept')?.includes('text/html') ?? false)

/** What a person sees of a desk that is not there yet: 503, and its browser looks again by itself. */
export function startingPage(): Response {
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentPolicy(),
    'Retry-After': String(againSeconds),
    Refresh: String(againSeconds),
  })
  setSafeHeaders(headers, false)
  return new Response(html, { status: 503, headers })
}
