import { Button } from '#web/components/button.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { openDetector, type Detector } from './detector.ts'

const CameraDialog = lazyComponent(async () => (await import('./camera-dialog.tsx')).CameraDialog)

interface ScanButtonProps {
  /** On a phone an order has the screen for its lines, unless it is packed. */
  readonly isBesideOrder: boolean
  readonly onScan: (code: string) => void
}

/** Opens the camera, on a tablet whose browser reads barcodes; on others it is nothing. */
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
              // Closed at once: under a dialog nothing is scanned.
              flushSync(() => setOpen(false))
              onScan(code)
            }}
          />
        </LoadBoundary>
      )}
    </div>
  )
}
