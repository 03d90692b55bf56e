import { PracticeKind } from '#contract/desk/practice.ts'
import { paths } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { usePlaceOrder } from './drill.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useHref } from 'react-router'

const places = [
  ['counter', paths.orders],
  ['station', paths.station],
  ['display', paths.display],
] as const

/** `/training`: the practice store's counter, station and display side by side. */
export function TrainingScreen() {
  const t = useTranslate()
  const placeOrder = usePlaceOrder(() => undefined)
  const placed = placeOrder.data?.data.print_order_number
  return (
    <div className="flex min-h-dvh flex-col gap-4 p-4 wide:h-dvh">
      <title>{`${t('training.title')} · ${t('app.name')}`}</title>
      <header className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-xl font-bold">{t('training.title')}</h1>
          <p className="text-soft">{t('training.how')}</p>
          <p role="status" className="min-h-6 text-good">
            {placed !== undefined && t('training.placed', { number: placed })}
          </p>
        </div>
        <PlaceOrder isBusy={placeOrder.isPending} onPlace={placeOrder.mutate} />
        <Link to={paths.orders} reloadDocument className="button min-h-12 border-edge bg-raised px-4 hover:bg-sunken">
          {t('training.leave')}
        </Link>
      </header>
      <main className="grid min-h-0 flex-1 gap-4 wide:grid-cols-3">
        {places.map(([place, path]) => (
          <section key={place} aria-labelledby={`training-${place}`} className="flex min-w-0 flex-col gap-2">
            <h2 id={`training-${place}`} className="text-lg font-semibold">
              {t(`training.at.${place}`)}
            </h2>
            <p className="text-sm text-soft wide:min-h-10">{t(`training.try.${place}`)}</p>
            <Tablet title={t(`training.at.${place}`)} path={path} />
          </section>
        ))}
      </main>
    </div>
  )
}

interface PlaceOrderProps {
  readonly isBusy: boolean
  readonly onPlace: (kind: PracticeKind) => void
}

/** Lets a customer order. */
function PlaceOrder({ isBusy, onPlace }: PlaceOrderProps) {
  const t = useTranslate()
  const [kind, setKind] = useState<PracticeKind>('ordinary')
  const kinds = { ordinary: t('practice.ordinary'), digital: t('practice.digital'), large: t('practice.large') }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label={t('practice.kind')}
        value={kind}
        options={kinds}
        onChange={(value) => setKind(PracticeKind.parse(value))}
      />
      <Button look="primary" isBusy={isBusy} onClick={() => onPlace(kind)}>
        {t('practice.place')}
      </Button>
    </div>
  )
}

/** The width of a tablet in landscape; of one in portrait where the frames stand one below the other. */
const tabletWidth = { beside: 1024, below: 800 }
const besideFrom = 1024

interface TabletProps {
  readonly title: string
  readonly path: string
}

/** A screen of the page in a frame. It is as wide as on a tablet, and scaled to the room that there is. */
function Tablet({ title, path }: TabletProps) {
  const room = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0, isBeside: true })
  const address = useFrameAddress(path)
  useLayoutEffect(() => {
    const { current } = room
    if (!current) return
    const measure = () =>
      setSize({ width: current.clientWidth, height: current.clientHeight, isBeside: innerWidth >= besideFrom })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  const width = Math.max(size.width, size.isBeside ? tabletWidth.beside : tabletWidth.below)
  const scale = size.width / width
  return (
    <div
      ref={room}
      dir="ltr"
      className="relative min-h-120 flex-1 overflow-hidden rounded border border-edge max-wide:h-[75dvh] max-wide:flex-none"
    >
      <iframe
        title={title}
        src={address}
        className="absolute top-0 left-0 origin-top-left"
        style={{ width, height: scale > 0 ? size.height / scale : 0, transform: `scale(${scale})` }}
      />
    </div>
  )
}

/** The address of a screen in a frame. In the demo it needs a query, because no browser shows a page in its own frame. */
function useFrameAddress(path: string): string {
  const href = useHref(path)
  return href.startsWith('#') ? `?frame${href}` : href
}
