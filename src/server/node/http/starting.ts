import { setSafeHeaders } from '#server/http/safe-headers.ts'
import { refusal } from './http-server.ts'

/** How long to wait before asking again. */
const againSeconds = 3

// The web app may not be built yet, so this page uses no script, file or style.
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

/**
 * Answers while the server is starting. A browser gets a page that reloads by itself; other clients, the webhook among
 * them, get JSON and `Retry-After`.
 */
export function answerWhileStarting(request: Request): Response {
  if (!asksForPage(request)) {
    return refusal(503, 'store_unavailable', 'The desk is starting.', { retryAfterMs: againSeconds * 1000 })
  }
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Retry-After': String(againSeconds),
    Refresh: String(againSeconds),
  })
  setSafeHeaders(headers, false)
  return new Response(html, { status: 503, headers })
}

const asksForPage = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.get('Accept')?.includes('text/html') ?? false)
