/** Device features that our pages may use. Notifications have no name in this list. */
const mayUse = ['camera', 'clipboard-write', 'fullscreen', 'screen-wake-lock', 'autoplay']
const mayNotUse = [
  'accelerometer',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const everywhere: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': [...mayUse.map((name) => `${name}=(self)`), ...mayNotUse.map((name) => `${name}=()`)].join(
    ', ',
  ),
}

/** Defaults for an answer that does not set them: it is no page, and is not cached. */
const unlessSaid: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
}

const yearSeconds = 365 * 24 * 60 * 60

/** Sets headers that limit what a browser does with an answer. `isSecure`: it leaves by https. */
export function setSafeHeaders(headers: Headers, isSecure: boolean): void {
  for (const [name, value] of Object.entries(everywhere)) headers.set(name, value)
  for (const [name, value] of Object.entries(unlessSaid)) if (!headers.has(name)) headers.set(name, value)
  if (isSecure) headers.set('Strict-Transport-Security', `max-age=${yearSeconds}`)
}

/** Whether a request for this host came by https: only the public address does. */
export const isSecureHost = (publicOrigin: string, host: string): boolean => publicOrigin === `https://${host}`
