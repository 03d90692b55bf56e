import { cream, crust, disc, line, path, type Shades, slab, steel, white } from './picture-brush.ts'

/** Pictures of household goods, on a square of 200 by 200. */
export const homePictures = {
  cup: ({ main, deep, pale }: Shades) =>
    line(steel, 6, 'M82 60c-8-10 8-16 0-28M104 60c-8-10 8-16 0-28') +
    line(deep, 11, 'M138 88c30-6 30 40-6 40') +
    path(main, 'M48 76h96v44c0 26-16 40-34 40H82c-18 0-34-14-34-40z') +
    disc('#7a4a2b', 96, 76, 48, 11) +
    disc('#93603c', 92, 74, 34, 6) +
    slab(pale, 40, 164, 112, 10, 5),
  ice: ({ main, deep, pale }: Shades) =>
    path(crust, 'M66 104h68l-34 76z') +
    line('#b97b36', 4, 'M76 108l36 44M96 108l24 28M124 108l-36 44M104 108l-24 28') +
    disc(pale, 76, 86, 28) +
    disc(deep, 124, 86, 28) +
    disc(main, 100, 62, 32) +
    slab(main, 60, 92, 80, 16, 8) +
    line(white, 6, 'M84 58c1-8 6-13 12-16'),
  soap: ({ main, deep, pale }: Shades) =>
    slab(deep, 36, 98, 128, 66, 26) +
    slab(main, 36, 86, 128, 66, 26) +
    slab(pale, 60, 102, 80, 34, 16) +
    disc(white, 62, 66, 14) +
    disc(pale, 90, 48, 9) +
    disc(white, 116, 62, 11) +
    disc(main, 140, 48, 6) +
    disc(main, 58, 62, 4),
  spray: ({ main, deep, pale }: Shades) =>
    path(deep, 'M70 34h52a14 14 0 0 1 14 14v6h-38v18H82V54H70z') +
    line(deep, 7, 'M106 60c0 12 6 14 12 18') +
    line(steel, 5, 'M56 34l-14-8M56 43H38M56 52l-14 8') +
    path(main, 'M78 70h28v16c18 8 28 18 28 36v44a12 12 0 0 1-12 12H62a12 12 0 0 1-12-12v-44c0-18 10-28 28-36z') +
    slab(white, 50, 118, 84, 38) +
    line(pale, 7, 'M68 137h24') +
    disc(main, 112, 137, 10),
  jug: ({ main, deep, pale }: Shades) =>
    slab(deep, 66, 26, 36, 22, 6) +
    line(main, 15, 'M112 66h16c14 0 18 8 18 22v26') +
    path(main, 'M62 50h44c6 14 42 30 42 62v52a12 12 0 0 1-12 12H60a12 12 0 0 1-12-12V92c0-18 8-26 14-42z') +
    path(white, 'M48 112h100v42H48z') +
    disc(pale, 98, 133, 15) +
    line(white, 5, 'M64 96c0-10 3-16 6-22'),
  roll: ({ main, deep, pale }: Shades) =>
    path(white, 'M104 62h58v98c-8 8-14-4-22 2s-14-4-20 2-12 0-16-2z') +
    path(pale, 'M40 62h88v90c0 26-88 26-88 0z') +
    path(white, 'M46 66h76v84c0 20-76 20-76 0z') +
    disc(main, 84, 62, 44, 20) +
    disc(white, 84, 62, 37, 16) +
    disc(deep, 84, 62, 13, 6) +
    line(pale, 4, 'M146 72v8M146 92v8M146 112v8M146 132v8'),
  tube: ({ main, deep, pale }: Shades) =>
    path(main, 'M48 30h76l-10 108H58z') +
    path(pale, 'M50 56h72l-5 46H55z') +
    slab(deep, 44, 26, 84, 14, 4) +
    slab(deep, 62, 138, 48, 32, 6) +
    line(white, 5, 'M66 112l2 16') +
    disc(main, 86, 79, 13) +
    path(white, 'M132 168c-2-10 8-12 12-18 2 6 16 8 12 18-4 10-22 10-24 0z'),
  card: ({ main, deep, pale }: Shades) =>
    slab(deep, 36, 62, 136, 88, 14) +
    slab(main, 28, 54, 136, 88, 14) +
    path(pale, 'M28 78h136v20H28z') +
    line(white, 7, 'M46 120h40') +
    disc(white, 132, 120, 11) +
    disc(deep, 146, 120, 11),
  gift: ({ main, deep, pale }: Shades) =>
    slab(main, 44, 92, 112, 82, 8) +
    slab(deep, 36, 70, 128, 30, 8) +
    path(pale, 'M88 70h24v104H88z') +
    line(deep, 9, 'M100 68c-10-30-42-34-42-14 0 12 24 14 42 14zM100 68c10-30 42-34 42-14 0 12-24 14-42 14z'),
  phone: ({ main, deep, pale }: Shades) =>
    slab('#2f3a4a', 58, 22, 84, 156, 16) +
    slab(pale, 66, 38, 68, 118, 4) +
    disc(white, 100, 168, 5) +
    disc(main, 100, 92, 27) +
    path(white, 'M104 70l-18 26h12l-4 20 20-27h-13z') +
    slab(deep, 80, 132, 40, 9, 4.5),
  game: ({ main, deep, pale }: Shades) =>
    path(main, 'M62 62h76c34 0 44 84 26 94-16 8-26-22-38-22H74c-12 0-22 30-38 22-18-10-8-94 26-94z') +
    line(deep, 11, 'M66 84v28M52 98h28') +
    disc(pale, 134, 84, 8) +
    disc(white, 150, 98, 8) +
    disc(deep, 134, 112, 8) +
    disc(pale, 118, 98, 8),
  pot: ({ main, deep, pale }: Shades) =>
    line(steel, 10, 'M36 104h18M146 104h18') +
    path(main, 'M48 88h104v56a22 22 0 0 1-22 22H70a22 22 0 0 1-22-22z') +
    slab(deep, 42, 78, 116, 16, 8) +
    path(pale, 'M56 78c6-22 24-30 44-30s38 8 44 30z') +
    slab(deep, 88, 34, 24, 16, 8) +
    line(white, 6, 'M64 110v24'),
  bulb: ({ main, deep, pale }: Shades) =>
    path(main, 'M100 26c32 0 52 22 52 50 0 30-24 36-28 60H76c-4-24-28-30-28-60 0-28 20-50 52-50z') +
    path(pale, 'M100 40c22 0 38 16 38 36 0 20-14 28-20 46H82c-6-18-20-26-20-46 0-20 16-36 38-36z') +
    line(deep, 6, 'M92 122V94l-8-12M108 122V94l8-12') +
    slab(steel, 76, 136, 48, 13, 5) +
    slab('#aab4c1', 80, 151, 40, 11, 5) +
    slab(steel, 88, 164, 24, 10, 5),
  baby: ({ main, deep, pale }: Shades) =>
    path(main, 'M34 66c40 10 92 10 132 0 4 34-6 54-30 62-12 6-18 18-22 34H86c-4-16-10-28-22-34-24-8-34-28-30-62z') +
    path(pale, 'M64 128c10-4 16-4 20-2 10 6 22 6 32 0 4-2 10-2 20 2-12 6-18 18-22 34H86c-4-16-10-28-22-34z') +
    slab(deep, 34, 72, 22, 24, 5) +
    slab(deep, 144, 72, 22, 24, 5) +
    path(white, 'M100 114c-16-10-20-18-14-26 5-5 11-3 14 3 3-6 9-8 14-3 6 8 2 16-14 26z'),
  shop: ({ main, deep, pale }: Shades) =>
    slab(cream, 44, 88, 112, 84, 4) +
    slab(pale, 56, 108, 44, 42, 4) +
    slab(deep, 112, 108, 32, 64, 4) +
    disc(cream, 137, 142, 3) +
    path(main, 'M50 42h20l-10 46H30zM90 42h20v46H90zM130 42h20l20 46h-30z') +
    path(white, 'M70 42h20v46H60zM110 42h20l10 46h-30z') +
    path(main, 'M30 88h30a15 14 0 0 1-30 0zM90 88h20a10 14 0 0 1-20 0zM140 88h30a15 14 0 0 1-30 0z') +
    path(white, 'M60 88h30a15 14 0 0 1-30 0zM110 88h30a15 14 0 0 1-30 0z') +
    path(deep, 'M50 34h100v10H50z'),
}
