import { workerAddress } from './worker-address.ts'

/**
 * Registers `public/ring-worker.js` and waits until it can show notifications. Its scope is a path without pages, so it
 * intercepts no requests and replaces no other worker.
 * @throws if the browser rejects the worker.
 */
export async function openRingWorker(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  const registration = await container.register(workerAddress('ring'), {
    scope: `${import.meta.env.BASE_URL}ring-worker/`,
  })
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (worker && worker.state !== 'activated') await activated(worker)
  return registration
}

const activated = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The worker was not taken.'))
    })
  })
