import { workerAddress } from './worker-address.ts'

/**
 * The worker in `public/ring-worker.js`, once it can show notifications. Its scope is an address that no page has: it
 * never stands between a page and its server, and takes the place of no other worker.
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
