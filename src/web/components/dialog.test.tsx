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

/** What a browser does by itself: it closes, and tells of it afterwards. */
function closeUnasked(dialog: HTMLDialogElement) {
  dialog.close()
  fireEvent(dialog, new Event('close'))
}

test('a dialog that the browser closed without asking is left, where it may be', () => {
  render(<Asking />)
  closeUnasked(screen.getByRole('dialog'))
  expect(screen.queryByText('Why?')).toBeNull()
})

test('where it may not be left, it is seen again', () => {
  render(
    <Dialog title="Stop preparing" onClose={() => undefined}>
      <p>Cancelled</p>
    </Dialog>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  closeUnasked(dialog)
  expect(dialog).toHaveProperty('open', true)
})

test('word of a close that came before it was shown anew asks nobody to leave', () => {
  let times = 0
  render(
    <Dialog title="Reject order" onClose={() => (times += 1)}>
      <p>Why?</p>
    </Dialog>,
  )
  fireEvent(screen.getByRole('dialog'), new Event('close'))
  expect(times).toBe(0)
})
