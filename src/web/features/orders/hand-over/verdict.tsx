import { Drawing } from '#web/components/icon.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

const looks = { match: 'bg-good', mismatch: 'bg-red' }
const signs = { match: 'M4 12.5l5.5 5.5L20 6.5', mismatch: 'M6 6l12 12M18 6 6 18' }

/** Whether the codes are the same, to be read from the other side of the counter: by sign and word, not colour alone. */
export function Verdict({ is }: { readonly is: 'match' | 'mismatch' }) {
  const t = useTranslate()
  return (
    <div
      role="alert"
      className={`${looks[is]} flex flex-col items-center gap-2 rounded px-4 py-8 text-center text-raised slim:gap-1 max-tablet:py-4 short:grid short:grid-cols-[auto_1fr] short:gap-x-4 short:gap-y-0 short:py-2 short:text-start`}
    >
      <Drawing path={signs[is]} className="size-24 slim:size-20 short:row-span-2 short:size-16" />
      <p className="text-[clamp(2.5rem,12vw,4.5rem)] leading-tight font-extrabold short:text-2xl">
        {t(`handover.${is}`)}
      </p>
      <p className="text-lg short:text-base">{t(`handover.${is}Hint`)}</p>
    </div>
  )
}
