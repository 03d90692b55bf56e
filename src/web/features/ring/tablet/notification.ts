export interface NoticeText {
  readonly title: string
  readonly body: string
}

/** A notification that stays until nothing waits any more. */
export interface Notice {
  /** Asks the person, once. Only inside a tap. */
  allow(): Promise<void>
  isAllowed(): boolean
  /** Shows this text from now on, or nothing. */
  want(text: NoticeText | undefined): void
}

export interface NoticeParts {
  readonly permission: () => NotificationPermission
  readonly request: () => Promise<NotificationPermission>
  /** The service worker that shows them: Android takes them from nobody else. */
  readonly open: () => Promise<Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>>
}

const tag = 'waiting-orders'

/** For a page that nobody sees. `parts` is nothing where the browser has no notifications, as on plain HTTP. */
export function createNotice(parts: NoticeParts | undefined): Notice {
  /** What an earlier page has left behind is not known. */
  let shown: string | undefined = 'unknown'
  let wanted: NoticeText | undefined
  let isBusy = false

  /** One after the other: a notification that is closed before it is shown would stay. */
  async function reconcile(): Promise<void> {
    if (!parts || isBusy || parts.permission() !== 'granted') return
    isBusy = true
    try {
      while (shown !== keyOf(wanted)) {
        const next = wanted
        const registration = await parts.open()
        if (next) await show(registration, next)
        else for (const old of await registration.getNotifications({ tag })) old.close()
        shown = keyOf(next)
      }
    } catch {
      // The ring does not depend on it; the next change tries again.
    }
    isBusy = false
  }

  return {
    async allow() {
      if (parts?.permission() === 'default') await parts.request().catch(() => undefined)
    },
    isAllowed: () => parts?.permission() === 'granted',
    want(text) {
      if (keyOf(text) === keyOf(wanted) && shown === keyOf(text)) return
      wanted = text
      void reconcile()
    },
  }
}

const keyOf = (text: NoticeText | undefined): string | undefined => text && `${text.title}\n${text.body}`

async function show(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  { title, body }: NoticeText,
): Promise<void> {
  // A second one in place of the first makes itself heard again.
  const options: NotificationOptions & { readonly renotify: boolean } = {
    body,
    tag,
    renotify: true,
    requireInteraction: true,
  }
  await registration.showNotification(title, options)
}
