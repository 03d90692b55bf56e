export interface NotificationText {
  readonly title: string
  readonly body: string
}

/** A system notification that stays while orders wait. */
export interface RingNotification {
  /** Asks for permission, once. Only inside a press. */
  allow(): Promise<void>
  isAllowed(): boolean
  /** Shows this text, or nothing. */
  want(text: NotificationText | undefined): void
}

export interface NotificationDeps {
  readonly permission: () => NotificationPermission
  readonly request: () => Promise<NotificationPermission>
  /** Opens the service worker that shows notifications, which Android requires. */
  readonly open: () => Promise<Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>>
}

const tag = 'waiting-orders'

/** Notifies while the page is hidden. `deps` is undefined if the browser has no notifications, as on plain HTTP. */
export function createRingNotification(deps: NotificationDeps | undefined): RingNotification {
  /** Unknown at first, because an earlier page may have left a notification. */
  let shown: string | undefined = 'unknown'
  let target: NotificationText | undefined
  let isBusy = false

  /** Works one step at a time, because a notification that is closed before it is shown would stay. */
  async function reconcile(): Promise<void> {
    if (!deps || isBusy || deps.permission() !== 'granted') return
    isBusy = true
    try {
      while (shown !== keyOf(target)) {
        const next = target
        const registration = await deps.open()
        if (next) await show(registration, next)
        else for (const old of await registration.getNotifications({ tag })) old.close()
        shown = keyOf(next)
      }
    } catch {
      // The ring does not depend on the notification. The next change tries again.
    }
    isBusy = false
  }

  return {
    async allow() {
      if (deps?.permission() === 'default') await deps.request().catch(() => undefined)
    },
    isAllowed: () => deps?.permission() === 'granted',
    want(text) {
      if (keyOf(text) === keyOf(target) && shown === keyOf(text)) return
      target = text
      void reconcile()
    },
  }
}

const keyOf = (text: NotificationText | undefined): string | undefined => text && `${text.title}\n${text.body}`

async function show(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  { title, body }: NotificationText,
): Promise<void> {
  // `renotify` sounds again when a notification replaces the first.
  const options: NotificationOptions & { readonly renotify: boolean } = {
    body,
    tag,
    renotify: true,
    requireInteraction: true,
  }
  await registration.showNotification(title, options)
}
