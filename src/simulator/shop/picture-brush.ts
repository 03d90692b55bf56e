/** The four shades of a tint. */
export type Shades = { readonly soft: string; readonly pale: string; readonly main: string; readonly deep: string }

/** Colours that are the same in every tint: wood, metal, crust, leaf. */
export const white = '#ffffff'
export const cream = '#fdf3e1'
export const crust = '#d99a52'
export const leaf = '#5a9e5f'
export const steel = '#c6ced8'

export const path = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`
export const line = (stroke: string, width: number, d: string) =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`
export const disc = (fill: string, cx: number, cy: number, rx: number, ry = rx) =>
  `<ellipse fill="${fill}" cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"/>`
export const slab = (fill: string, x: number, y: number, width: number, height: number, radius = 0) =>
  `<rect fill="${fill}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`
