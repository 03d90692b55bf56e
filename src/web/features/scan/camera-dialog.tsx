import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CameraProblem, type Detector, problemOf, readCode } from './read-code.ts'

interface CameraDialogProps {
  readonly detector: Detector
  readonly onRead: (code: string) => void
  readonly onClose: () => void
}

/** Shows the camera's picture until it reads a barcode. */
export function CameraDialog({ detector, onRead, onClose }: CameraDialogProps) {
  const t = useTranslate()
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<CameraProblem>()
  const onCode = useEffectEvent(onRead)
  useEffect(() => {
    const picture = video.current
    if (!picture) return
    const leaving = new AbortController()
    const read = async () => {
      try {
        const code = await readCode(picture, detector, leaving.signal)
        if (code !== undefined) onCode(code)
      } catch (error) {
        if (!leaving.signal.aborted) setProblem(problemOf(error))
      }
    }
    void read()
    return () => leaving.abort()
  }, [detector])
  return (
    <Dialog title={t('scan.camera')} onClose={onClose}>
      <DialogBody>
        {problem ? (
          <Message role="alert" look="red">
            {t(`scan.${problem}`)}
          </Message>
        ) : (
          <p className="text-soft">{t('scan.cameraHint')}</p>
        )}
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('scan.picture')}
          className={`aspect-video min-h-0 w-full rounded bg-sunken object-cover ${problem ? 'hidden' : ''}`}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('scan.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
