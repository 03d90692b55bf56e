import { Count } from '#web/features/catalog/list-parts.tsx'
import { nameOf } from '#web/format/item.ts'
import { paths } from '#contract/screen-paths.ts'
import { Drawing } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CategoryNode, TreeRow } from './category-tree.ts'

interface TreeViewProps {
  readonly rows: readonly TreeRow[]
  readonly isOpen: (node: CategoryNode) => boolean
  /** Undefined while every shown node must stay open. */
  readonly onToggle: ((id: number) => void) | undefined
}

const hasChildren = ({ node }: TreeRow): boolean => node.children.length > 0

/**
 * A tree with the keys of the ARIA tree pattern: up, down, Home and End move between rows; the forward arrow opens a
 * node or moves to its first child; the backward arrow closes it or moves to its parent; Enter shows the items.
 */
export function TreeView({ rows, isOpen, onToggle }: TreeViewProps) {
  const t = useTranslate()
  const language = useLanguage()
  const navigate = useNavigate()
  const tree = useRef<HTMLUListElement>(null)
  const [chosen, setChosen] = useState<number>()
  const reachable = rows.some(({ node }) => node.id === chosen) ? chosen : rows[0]?.node.id
  const [ahead, back] = language === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']

  function goTo(row: TreeRow | undefined): void {
    if (!row) return
    setChosen(row.node.id)
    tree.current?.querySelector<HTMLElement>(`[data-line="${row.node.id}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = rows.findIndex(({ node }) => node.id === reachable)
    const row = rows[at]
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    const isShut = hasChildren(row) && !isOpen(row.node)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(rows[at + 1]),
      ArrowUp: () => goTo(rows[at - 1]),
      Home: () => goTo(rows[0]),
      End: () => goTo(rows.at(-1)),
      Enter: () => void navigate(paths.items({ category: String(row.node.id) })),
      [ahead]: () => (isShut ? onToggle?.(row.node.id) : hasChildren(row) && goTo(rows[at + 1])),
      [back]: () =>
        hasChildren(row) && isOpen(row.node) && onToggle
          ? onToggle(row.node.id)
          : goTo(rows.find(({ node }) => node.id === row.parent)),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  return (
    <ul
      ref={tree}
      role="tree"
      aria-label={t('nav.categories')}
      className="divide-y divide-line rounded border border-line bg-raised"
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => (
        <Line
          key={row.node.id}
          row={row}
          isOpen={isOpen(row.node)}
          isReachable={row.node.id === reachable}
          onReach={() => setChosen(row.node.id)}
          onToggle={onToggle}
        />
      ))}
    </ul>
  )
}

interface LineProps {
  readonly row: TreeRow
  readonly isOpen: boolean
  readonly isReachable: boolean
  readonly onReach: () => void
  readonly onToggle: TreeViewProps['onToggle']
}

/** Deeper levels are not indented further, because a phone has no room for it. */
const deepest = 6

function Line({ row, isOpen, isReachable, onReach, onToggle }: LineProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { node, level, place, siblings } = row
  const isParent = hasChildren(row)
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={false}
      tabIndex={isReachable ? 0 : -1}
      data-line={node.id}
      onFocus={onReach}
      className="flex min-h-14 items-stretch gap-2 focus-visible:-outline-offset-3 [content-visibility:auto] [contain-intrinsic-size:auto_3.5rem]"
      style={{ paddingInlineStart: `${(Math.min(level, deepest) - 1) * 1.5}rem` }}
    >
      {isParent && onToggle ? (
        // For touch and mouse. Keys and screen readers use the row itself.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="grid w-12 shrink-0 place-items-center text-soft"
          onClick={() => onToggle(node.id)}
        >
          <Drawing path="M9 5l7 7-7 7" className={`size-5 ${isOpen ? 'rotate-90' : 'rtl:-scale-x-100'}`} />
        </button>
      ) : (
        <span className="w-12 shrink-0" />
      )}
      <Link
        to={paths.items({ category: String(node.id) })}
        tabIndex={-1}
        className="flex min-w-0 flex-1 items-center justify-between gap-4 py-2 pe-4 hover:underline"
      >
        <span className="min-w-0">
          <ServiceText className={level === 1 ? 'font-semibold' : ''}>{nameOf(node, language)}</ServiceText>
          {node.odd && <span className="block text-sm text-amber">{t(`categories.${node.odd}`)}</span>}
        </span>
        <span className="shrink-0 text-sm text-soft tabular-nums">
          <Count of="categories" id={node.id} />
        </span>
      </Link>
    </li>
  )
}
