/**
 * Puts the worker in place that opens this page without a network (`web/shell/shell-worker.ts`). One of a newer version waits
 * until a page of that version is there, for the pages of the old one still need its files.
 * @param address of the worker, in the form that the browser takes.
 * @returns what to call now and then: it looks whether there is a newer one.
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
    // Without contact it is looked for the next time.
    await registration.update().catch(() => undefined)
    await letIn()
  }
}
