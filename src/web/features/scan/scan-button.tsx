import { createStore, useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { dialogTitle, dialogTruth, watchDialogs } from '#web/components/open-dialogs.ts'
import { Drawing } from '#web/components/icon.tsx'
import { Message } from '#web/components/text.tsx'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type Detector, openDetector } from './read-code.ts'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

const CameraDialog = lazyComponent(async () => (await import('./camera-dialog.tsx')).CameraDialog)

interface ScanButtonProps {
  /** Hides the button on a phone, where an order needs the space for its lines, unless it is being packed. */
  readonly isBesideOrder: boolean
  readonly onScan: (code: string) => void
}

/** The button that opens the camera. Renders nothing if the browser cannot read barcodes. */
export function ScanButton({ isBesideOrder, onScan }: ScanButtonProps) {
  const t = useTranslate()
  const [detector, setDetector] = useState<Detector>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isLeft = false
    void openDetector().then((opened) => {
      if (!isLeft) setDetector(opened)
      if (opened) void CameraDialog.preload()
    })
    return () => {
      isLeft = true
    }
  }, [])
  if (!detector) return null
  return (
    <div
      className={`no-print flex shrink-0 justify-end px-4 pt-2 tablet:px-6 ${isBesideOrder ? 'max-tablet:hidden' : ''}`}
    >
      <Button onClick={() => setOpen(true)}>
        <Drawing path="M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8v8M12 8v8M16 8v8" className="size-5" />
        {t('scan.camera')}
      </Button>
      {isOpen && (
        <LoadBoundary instead={t('failure.noContact')}>
          <CameraDialog
            detector={detector}
            onClose={() => setOpen(false)}
            onRead={(code) => {
              // Closes the dialog first, because scans are blocked under a dialog.
              flushSync(() => setOpen(false))
              onScan(code)
            }}
          />
        </LoadBoundary>
      )}
    </div>
  )
}

interface Blocked {
  /** Distinguishes equal messages, so that each is announced. */
  readonly serial: number
  /** The dialog that was open at the scan. */
  readonly dialog: Element | null
}

const blocked = createStore<Blocked>({ serial: 0, dialog: null })

/** Notes that a scan was ignored under a dialog. The dialog shows that until it is closed. */
export const blockScan = (): void => blocked.set({ serial: blocked.read().serial + 1, dialog: dialogTruth() })

/** Shows inside the foremost dialog that it must be closed before the next scan. */
export function ScanBlocked() {
  const t = useTranslate()
  const { serial, dialog } = useStore(blocked)
  const foremost = useStore({ watch: watchDialogs, read: dialogTruth })
  if (!foremost || foremost !== dialog) return null
  return createPortal(
    <div key={serial} className="px-6 pt-3">
      <Message role="alert" look="amber">
        {t('scan.underDialog', { title: dialogTitle() })}
      </Message>
    </div>,
    foremost,
  )
}
