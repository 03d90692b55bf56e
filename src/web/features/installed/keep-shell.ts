/**
 * Registers the service worker that opens this page offline (`web/shell/shell-worker.ts`). A newer worker waits until a
 * page of its version loads, because pages of the old version still need their files.
 * @param address of the worker, as the browser takes it.
 * @returns a function that checks for a newer worker.
 */
export async function keepShell(
  container: Pick<ServiceWorkerContainer, 'register'>,
  address: string,
  isNewest: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  const registration = await container.register(address, { scope: import.meta.env.BASE_URL })

  async function letIn(): Promise<void> {
    const { waiting } = registration
    if (waiting && (await isNewest())) waiting.postMessage('take over')
  }

  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void letIn()
    })
  })
  await letIn()
  return async () => {
    // Offline; the next check tries again.
    await registration.update().catch(() => undefined)
    await letIn()
  }
}
