import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

function Asking() {
  const [isAsking, setAsking] = useState(true)
  return (
    isAsking && (
      <Dialog title="Reject order" onClose={() => setAsking(false)}>
        <p>Why?</p>
      </Dialog>
    )
  )
}

/** Closes the dialog like a browser, with the event afterwards. */
function closeUnasked(dialog: HTMLDialogElement) {
  dialog.close()
  fireEvent(dialog, new Event('close'))
}

test('calls onClose when the browser closes the dialog by itself', () => {
  render(<Asking />)
  closeUnasked(screen.getByRole('dialog'))
  expect(screen.queryByText('Why?')).toBeNull()
})

test('reopens a dialog that must not be closed', () => {
  render(
    <Dialog title="Stop preparing" onClose={() => undefined}>
      <p>Cancelled</p>
    </Dialog>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  closeUnasked(dialog)
  expect(dialog).toHaveProperty('open', true)
})

test('ignores a close event from before a reopening', () => {
  let times = 0
  render(
    <Dialog title="Reject order" onClose={() => (times += 1)}>
      <p>Why?</p>
    </Dialog>,
  )
  fireEvent(screen.getByRole('dialog'), new Event('close'))
  expect(times).toBe(0)
})
