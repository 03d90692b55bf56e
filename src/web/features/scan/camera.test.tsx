import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import type { SimulatedOrder } from '#simulator/order-book.ts'

interface Tablet {
  /** The codes in the camera's picture; none at first. */
  sees: string
  /** The browser's answer to the request for the camera. */
  refusal: DOMException | undefined
  formats: string[]
  /** Delays the answer, like a person who hesitates. */
  allowed: Promise<void>
  tracks: { stopped: boolean; stop(): void }[]
  asked: unknown[]
}

/** The parts of the camera and detector APIs that the dialog uses. */
function giveCamera(): Tablet {
  const tablet: Tablet = {
    sees: '',
    refusal: undefined,
    formats: ['ean_13', 'upc_e', 'codabar'],
    allowed: Promise.resolve(),
    tracks: [],
    asked: [],
  }
  class FakeDetector {
    static getSupportedFormats = async () => tablet.formats
    detect = async () => (tablet.sees === '' ? [] : [{ rawValue: tablet.sees }])
    constructor(options: unknown) {
      tablet.asked.push(options)
    }
  }
  vi.stubGlobal('BarcodeDetector', FakeDetector)
  const mediaDevices = {
    async getUserMedia(wanted: unknown) {
      tablet.asked.push(wanted)
      if (tablet.refusal) throw tablet.refusal
      await tablet.allowed
      const track = { stopped: false, stop: () => void (track.stopped = true) }
      tablet.tracks.push(track)
      return { getTracks: () => [track] }
    },
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  return tablet
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

/** A page whose lazy parts have loaded. */
async function openLater(at: string, language: 'en' | 'ar' | 'fr' = 'en') {
  let order: SimulatedOrder | undefined
  const page = await openPage({
    language,
    at(vendor) {
      order = vendor.placeOrder()
      return at
    },
  })
  const headers = { 'Content-Type': 'application/json' }
  await page.ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: order?.id }) })
  return { ...page, order }
}

const button = () => screen.findByRole('button', { name: 'Scan with the camera' })

test('reads the camera’s picture until it has a code, releases the camera and opens the target', async () => {
  const tablet = giveCamera()
  const { user, address, order } = await openLater('/')
  await user.click(await button())
  const dialog = await screen.findByRole('dialog', { name: 'Scan with the camera' })
  expect(dialog).toHaveTextContent('Hold the barcode in front of the camera.')
  await vi.advanceTimersByTimeAsync(2000)
  expect(address()).toBe('/')
  expect(tablet.tracks.map(({ stopped }) => stopped)).toEqual([false])
  tablet.sees = ' '
  await vi.advanceTimersByTimeAsync(1000)
  expect(dialog).toBeVisible()
  tablet.sees = order?.lines[0]?.item.barcode ?? ''
  await waitFor(() => expect(address()).toBe(`/orders/${order?.id}`))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(tablet.tracks.map(({ stopped }) => stopped)).toEqual([true])
  expect(await screen.findAllByRole('listitem', { current: true })).toHaveLength(1)
  expect(tablet.asked).toEqual([{ formats: ['ean_13', 'upc_e'] }, { video: { facingMode: 'environment' } }])
})

test('offers the camera in the catalog and releases it when the dialog is left', async () => {
  const tablet = giveCamera()
  const { user } = await openLater('/catalog/brands')
  await user.click(await button())
  await waitFor(() => expect(tablet.tracks).toHaveLength(1))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(tablet.tracks.map(({ stopped }) => stopped)).toEqual([true])
})

test('releases a camera that is allowed after the dialog was left', async () => {
  const tablet = giveCamera()
  const { promise, resolve } = Promise.withResolvers<void>()
  tablet.allowed = promise
  const { user } = await openLater('/')
  await user.click(await button())
  await waitFor(() => expect(tablet.asked).toHaveLength(2))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(tablet.tracks.map(({ stopped }) => stopped)).toEqual([true])
  expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled()
})

test('searches for the beginning of a code that is too long', async () => {
  const tablet = giveCamera()
  tablet.sees = ` ${'8'.repeat(300)} `
  const { user } = await openLater('/')
  const desk = globalThis.fetch
  // The dialog is closed by the time the server answers.
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return desk(address, init)
  })
  await user.click(await button())
  expect(await screen.findByText(/^No open order and no item loaded so far has 8{40}…/)).toBeVisible()
})

test.each([
  ['NotAllowedError', /The camera is blocked/],
  ['NotFoundError', /^No camera was found on this tablet/],
  ['NotReadableError', /does not work now/],
])('says why there is no picture: %s', async (name, words) => {
  const tablet = giveCamera()
  tablet.refusal = new DOMException('No', name)
  const { user } = await openLater('/')
  await user.click(await button())
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
})

test('says on plain HTTP that there is no camera', async () => {
  giveCamera()
  Reflect.deleteProperty(navigator, 'mediaDevices')
  const { user } = await openLater('/')
  await user.click(await button())
  expect(await screen.findByRole('alert')).toHaveTextContent('The camera needs HTTPS.')
})

test('shows no button if the browser reads no barcodes of goods', async () => {
  const tablet = giveCamera()
  tablet.formats = ['codabar']
  await openLater('/')
  await vi.advanceTimersByTimeAsync(5000)
  expect(screen.queryByRole('button', { name: 'Scan with the camera' })).toBeNull()
})

test('shows no button on screens without goods', async () => {
  giveCamera()
  const { user } = await openLater('/')
  await button()
  await user.click(screen.getByRole('link', { name: 'Manage' }))
  expect(screen.queryByRole('button', { name: 'Scan with the camera' })).toBeNull()
})
