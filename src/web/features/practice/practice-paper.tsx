import { practice } from '#contract/desk/practice.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const refreshMs = 2000

/** What came out of the practice printer. */
const paperQuery = () =>
  queryOptions({
    queryKey: ['practice', 'paper'],
    queryFn: async ({ signal }) => (await callDesk(practice.readPaper, { signal })).data,
    refetchInterval: refreshMs,
  })

/** The practice printer's paper as it hangs out of it, newest on top, and a way to take it out. */
export function PracticePaper() {
  const t = useTranslate()
  const language = useLanguage()
  const queries = useQueryClient()
  const { data } = useQuery(paperQuery())
  const setPaper = useMutation({
    mutationFn: (hasPaper: boolean) => callDesk(practice.setPaper, { body: { has_paper: hasPaper } }),
    onSettled: () => queries.invalidateQueries(paperQuery()),
  })
  if (!data) return null
  const { has_paper: hasPaper, pieces } = data
  return (
    <section aria-labelledby="practice-paper" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="practice-paper" className="text-sm font-semibold">
          {t('practice.printer')}
        </h2>
        <Button isBusy={setPaper.isPending} onClick={() => setPaper.mutate(!hasPaper)}>
          {t(hasPaper ? 'practice.takePaper' : 'practice.putPaper')}
        </Button>
      </div>
      {pieces.length === 0 ? (
        <p className="text-sm">{t(hasPaper ? 'practice.noPaperYet' : 'practice.noPaper')}</p>
      ) : (
        <ul className="practice-roll" aria-label={t('practice.printer')}>
          {pieces.map(({ id, at, image, width, height }) => (
            <li key={id}>
              <img
                src={image}
                width={width / 2}
                height={height / 2}
                alt={t('practice.piece', { time: formatTime(Date.parse(at), language) })}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
