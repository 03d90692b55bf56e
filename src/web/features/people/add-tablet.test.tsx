import { openPage } from '#testing/open-page.tsx'
import { QrCode } from './add-tablet.tsx'
import { render, screen } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import { expect, test, vi } from 'vitest'

test('does not take a tablet that came before the code for the new one', async () => {
  const { user, sessions } = await openPage({ at: () => '/tablets' })
  const button = await screen.findByRole('button', { name: /code/i })
  await screen.findAllByText('Counter')
  // Paired by another code while this page is open.
  await sessions.admit('Kitchen')
  await user.click(button)
  expect(await screen.findByRole('timer')).toBeVisible()
  await vi.advanceTimersByTimeAsync(4000)
  expect(screen.getByRole('timer')).toBeVisible()
})

const scale = 4

/** The pixels that a camera would see. */
function pixelsOf(svg: Element) {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]) * scale
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y] of (svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) * scale + row) * size + Number(x) * scale) * 4
      for (let pixel = 0; pixel < scale; pixel += 1) data.fill(0, start + pixel * 4, start + pixel * 4 + 3)
    }
  }
  return { width: size, height: size, data }
}

test.each([
  'http://localhost:3000/enrol#K7QM-3XRD-9TWF',
  `https://${'a-long-name.'.repeat(12)}test/enrol#K7QM-3XRD-9TWF`,
])('draws a QR code that reads %s', (text) => {
  render(<QrCode text={text} label="QR code" />)
  expect(decodeQR(pixelsOf(screen.getByRole('img', { name: 'QR code' })))).toBe(text)
})
