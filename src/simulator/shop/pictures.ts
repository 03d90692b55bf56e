import type { Shades } from './picture-brush.ts'
import { foodPictures } from './picture-food.ts'
import { homePictures } from './picture-home.ts'

const drawings = { ...foodPictures, ...homePictures }

export type PictureKind = keyof typeof drawings

const tints: readonly Shades[] = [
  { soft: '#fbeae8', pale: '#f2b8b0', main: '#dc6a60', deep: '#b34840' },
  { soft: '#fdeee0', pale: '#f8c99c', main: '#ec8f45', deep: '#c26d28' },
  { soft: '#fdf5dc', pale: '#f9e09a', main: '#e9b93e', deep: '#bf9124' },
  { soft: '#eaf5e8', pale: '#bfe0b8', main: '#74b56d', deep: '#4f8c4b' },
  { soft: '#e2f4f2', pale: '#a9dcd6', main: '#45a9a0', deep: '#2d817a' },
  { soft: '#e6f0fb', pale: '#b3d2f2', main: '#5596d6', deep: '#3a73ae' },
  { soft: '#eeebfa', pale: '#cbc0ee', main: '#8d78cf', deep: '#6955a6' },
  { soft: '#fbe8f1', pale: '#f2b9d3', main: '#d96d9f', deep: '#ae4c7b' },
]

/** The path of the practice store's pictures. */
export const picturesPath = '/practice/pictures/'

/** The name of a picture; `tint` wraps around. */
export const pictureName = (kind: PictureKind, tint: number) => `${kind}-${tint % tints.length}.svg`

const isPictureKind = (kind: string): kind is PictureKind => Object.hasOwn(drawings, kind)

/** The names of all pictures. */
export const pictureNames: readonly string[] = Object.keys(drawings)
  .filter(isPictureKind)
  .flatMap((kind) => tints.map((_, tint) => pictureName(kind, tint)))

/**
 * Draws a picture by its name.
 * @returns an SVG document without text, scripts or references; undefined for an unknown name.
 */
export function picture(name: string): string | undefined {
  const [, kind = '', tint] = /^([a-z]+)-(\d)\.svg$/.exec(name) ?? []
  const shades = tints[Number(tint)]
  if (!isPictureKind(kind) || shades === undefined) return undefined
  const ground = `<rect fill="${shades.soft}" width="200" height="200" rx="28"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">${ground}${drawings[kind](shades)}</svg>`
}
