export interface ToastText {
  readonly title: string
  readonly body: string
}

/** A notification that stays until nothing waits any more. */
export interface Toast {
  /** Asks the person, once. Only inside a tap. */
  allow(): Promise<void>
  isAllowed(): boolean
  /** Shows this text from now on, or nothing. */
  want(text: ToastText | undefined): void
}

export interface NoticeDeps {
  readonly permission: () => NotificationPermission
  readonly request: () => Promise<NotificationPermission>
  /** The service worker that shows them: Android takes them from nobody else. */
  readonly open: () => Promise<Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>>
}

const tag = 'waiting-orders'

/** For a page that nobody sees. `parts` is nothing where the browser has no notifications, as on plain HTTP. */
export function createToast(deps: NoticeDeps | undefined): Toast {
  /** What an earlier page has left behind is not known. */
  let shown: string | undefined = 'unknown'
  let wanted: ToastText | undefined
  let isBusy = false

  /** One after the other: a notification that is closed before it is shown would stay. */
  async function reconcile(): Promise<void> {
    if (!deps || isBusy || deps.permission() !== 'granted') return
    isBusy = true
    try {
      while (shown !== keyOf(wanted)) {
        const next = wanted
        const registration = await deps.open()
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
      if (deps?.permission() === 'default') await deps.request().catch(() => undefined)
    },
    isAllowed: () => deps?.permission() === 'granted',
    want(text) {
      if (keyOf(text) === keyOf(wanted) && shown === keyOf(text)) return
      wanted = text
      void reconcile()
    },
  }
}

const keyOf = (text: ToastText | undefined): string | undefined => text && `${text.title}\n${text.body}`

async function show(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  { title, body }: ToastText,
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
