import { expect, test } from 'vitest'
import { CategoryRow, readRows } from '#web/features/catalog/rows.ts'
import { buildTree, visibleRows, nodesThatFit, type CategoryNode } from './category-tree.ts'

const row = (id: number, parent?: number) => ({
  id,
  name: { en: `C${id}`, ar: `ف${id}` },
  ...(parent !== undefined && { parent: { id: parent, name: { en: `C${parent}`, ar: `ف${parent}` } } }),
})

const treeOf = (...raws: readonly unknown[]) => buildTree(readRows(CategoryRow, raws).rows)
const shape = (nodes: readonly CategoryNode[]): unknown =>
  nodes.map(({ id, odd, children }) => [id, ...(odd ? [odd] : []), ...(children.length > 0 ? [shape(children)] : [])])

test('puts children under their parent in the service’s order, whichever comes first', () => {
  expect(shape(treeOf(row(2, 1), row(1), row(4), row(3, 1)))).toEqual([[1, [[2], [3]]], [4]])
})

test('builds a missing parent from what its children say about it', () => {
  const [orphan] = treeOf(row(2, 9), row(3, 9))
  expect(shape([orphan].filter((node) => node !== undefined))).toEqual([[9, 'orphan', [[2], [3]]]])
  expect(orphan?.name).toEqual({ en: 'C9', ar: 'ف9' })
})

test('cuts a circle and loses no category in it or below it', () => {
  expect(shape(treeOf(row(1, 3), row(2, 1), row(3, 2), row(4, 3)))).toEqual([[1, 'circle', [[2, [[3, [[4]]]]]]]])
  expect(shape(treeOf(row(5, 5)))).toEqual([[5, 'circle']])
  expect(shape(treeOf(row(4, 1), row(1, 2), row(2, 1)))).toEqual([[1, 'circle', [[4], [2]]]])
})

test('puts a category with an unreadable parent at the top', () => {
  expect(shape(treeOf({ ...row(1), parent: 'C9' }, { ...row(2), parent: { id: 'x' } }))).toEqual([[1], [2]])
})

test('builds and flattens a tree that is ten thousand levels deep', () => {
  const roots = treeOf(...Array.from({ length: 10_000 }, (_, id) => row(id, id === 0 ? undefined : id - 1)))
  const all = visibleRows(
    roots,
    () => true,
    () => true,
  )
  expect(all.at(-1)).toMatchObject({ level: 10_000, parent: 9998 })
})

test('hides the children of closed nodes, and shows matches with all their ancestors', () => {
  const roots = treeOf(row(1), row(2, 1), row(3, 2), row(4, 1), row(5))
  const ids = (isShown: (node: CategoryNode) => boolean, isOpen: (node: CategoryNode) => boolean) =>
    visibleRows(roots, isShown, isOpen).map(({ node, place, siblings }) => [node.id, place, siblings])
  expect(
    ids(
      () => true,
      ({ id }) => id === 1,
    ),
  ).toEqual([
    [1, 1, 2],
    [2, 1, 2],
    [4, 2, 2],
    [5, 2, 2],
  ])
  const kept = nodesThatFit(roots, ({ id }) => id === 3)
  expect(
    ids(
      (node) => kept.has(node),
      () => true,
    ),
  ).toEqual([
    [1, 1, 1],
    [2, 1, 1],
    [3, 1, 1],
  ])
})
