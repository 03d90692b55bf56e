import { Drawing } from '#web/components/icon.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { Instrument } from '#web/tablet/instrument.ts'
import { useCallback, useEffect, useState } from 'react'

const checkEveryMs = 2000
/** Presses in which browsers let a page begin to sound. */
const unlocking = ['keydown', 'click'] as const
/** By then a press is painted. It may be a tick, and a slow tablet opens its audio in 150 ms. */
const afterPaintMs = 100

/** Whether new tickets sound. Any press or key turns the sound on, because browsers block it before that. */
export function StationSound({ instrument: { sound, hasSound } }: { readonly instrument: Instrument }) {
  const t = useTranslate()
  const [isOn, setOn] = useState(() => sound.isRunning())
  const look = useCallback(() => setOn(sound.isRunning()), [sound])
  useEffect(() => {
    const timer = setInterval(look, checkEveryMs)
    return () => clearInterval(timer)
  }, [look])
  useEffect(() => {
    if (isOn || !hasSound) return
    const watching = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    function unlock() {
      const arm = () => void sound.arm().then(look)
      // A browser that wants it inside the press gets that with the next one.
      if (timer) arm()
      else timer = setTimeout(arm, afterPaintMs)
    }
    for (const sign of unlocking) document.addEventListener(sign, unlock, { capture: true, signal: watching.signal })
    return () => {
      clearTimeout(timer)
      watching.abort()
    }
  }, [isOn, hasSound, sound, look])
  const word = t(isOn ? 'ring.rings' : hasSound ? 'ring.arm' : 'ring.link.cannotSound')
  return (
    <button
      type="button"
      className={`top-bar-button station-tool ${isOn ? '' : 'text-red'}`}
      onClick={() => isOn && sound.ticket()}
    >
      <Drawing path={isOn ? bell : `${bell}M4 4l16 16`} />
      <span className="station-word">{word}</span>
    </button>
  )
}

const bell = 'M6 17l1.5-2.5V10a4.5 4.5 0 0 1 9 0v4.5L18 17zM10.5 20h3'
