import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { en } from '#web/i18n/en.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { FateChart, topOf } from './fate-chart.tsx'

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [9, 10],
  [10, 10],
  [11, 12],
  [276, 300],
  [934, 1000],
  [6001, 8000],
])('ends the axis of a chart whose highest bar is %i at %i', (highest, top) => {
  expect(topOf(highest)).toBe(top)
})

test('draws the outcomes of an hour with their own stripes, and the same in its legend', () => {
  const bar = { key: '9', name: '09:00', label: '09:00', accepted: 3, rejected: 1, missed: 1, waiting: 0, other: 0 }
  const { container } = render(
    <Translations language="en" messages={en}>
      <FateChart title="Orders" heading="From" bars={[bar]} />
    </Translations>,
  )
  const [legend, chart] = [container.querySelectorAll('ul svg'), container.querySelector('figure > div svg')]
  const fillsOf = (svgs: Iterable<Element>) =>
    [...svgs].flatMap((svg) => [...svg.querySelectorAll('rect[fill]')].map((rect) => rect.getAttribute('fill')))
  const stripes = fillsOf(chart ? [chart] : [])
  expect(stripes).toEqual([expect.stringMatching(/-rejected\)$/), expect.stringMatching(/-missed\)$/)])
  expect(fillsOf(legend)).toEqual(stripes)
  const table = screen.getByRole('table', { name: 'Orders', hidden: true })
  expect(within(table).getByRole('row', { name: '09:00 3 1 1', hidden: true })).toBeInTheDocument()
})
