import { cream, crust, disc, leaf, line, path, type Shades, slab, steel, white } from './picture-brush.ts'

/** Pictures of food and its packaging, on a square of 200 by 200. */
export const foodPictures = {
  bottle: ({ main, deep, pale }: Shades) =>
    slab(deep, 86, 24, 28, 18, 5) +
    path(main, 'M90 42h20v22c0 10 20 16 20 38v60a14 14 0 0 1-14 14H84a14 14 0 0 1-14-14v-60c0-22 20-28 20-38z') +
    slab(white, 70, 108, 60, 40) +
    disc(pale, 100, 128, 13) +
    line(white, 5, 'M80 98c1-8 6-13 11-18'),
  carton: ({ main, deep, pale }: Shades) =>
    slab(deep, 72, 26, 56, 14, 3) +
    path(pale, 'M72 40h56l14 30H58z') +
    path(main, 'M58 70h84v100a6 6 0 0 1-6 6H64a6 6 0 0 1-6-6z') +
    path(deep, 'M116 40h12l14 30v100a6 6 0 0 1-6 6h-20V70z') +
    path(white, 'M87 92c11 14 17 24 17 34a17 17 0 0 1-34 0c0-10 6-20 17-34z'),
  can: ({ main, deep, pale }: Shades) =>
    disc(steel, 100, 164, 42, 12) +
    path(main, 'M54 52h92v106c0 9-92 9-92 0z') +
    path(pale, 'M54 84c30 10 62 10 92 0v44c-30 10-62 10-92 0z') +
    disc(deep, 100, 111, 16) +
    disc(steel, 100, 48, 46, 13) +
    disc('#e6ebf1', 100, 46, 37, 8) +
    slab(steel, 94, 40, 22, 8, 4),
  jar: ({ main, deep, pale }: Shades) =>
    slab(deep, 62, 30, 76, 24, 7) +
    path(main, 'M66 58h68c10 6 16 14 16 26v72a20 20 0 0 1-20 20H70a20 20 0 0 1-20-20V84c0-12 6-20 16-26z') +
    slab(white, 50, 98, 100, 46) +
    line(pale, 6, 'M72 114h56M84 128h32') +
    line(pale, 6, 'M62 86c1-6 4-10 8-13'),
  bag: ({ main, deep, pale }: Shades) =>
    path(main, 'M58 30h84l-4 14c12 30 14 86 8 126-30 8-62 8-92 0-6-40-4-96 8-126z') +
    path(deep, 'M58 30h84l-4 14H62z') +
    path(pale, 'M56 76c30-8 58-8 88 0 4 22 6 44 5 62-32-9-66-9-98 0-1-18 1-40 5-62z') +
    disc(main, 100, 104, 18) +
    disc(white, 94, 98, 6),
  sack: ({ main, deep, pale }: Shades) =>
    path(cream, 'M74 46c-30 30-40 66-34 116 2 10 10 14 20 14h80c10 0 18-4 20-14 6-50-4-86-34-116z') +
    path(cream, 'M70 26c20 6 40 6 60 0l-6 22H76z') +
    slab(deep, 72, 43, 56, 9, 4) +
    disc(main, 100, 118, 32) +
    line(white, 5, 'M100 138V98M100 112l-12-8M100 112l12-8M100 126l-12-8M100 126l12-8') +
    line(pale, 5, 'M56 150c2 8 4 10 8 12'),
  box: ({ main, deep, pale }: Shades) =>
    path(main, 'M44 58h80v116H50a6 6 0 0 1-6-6z') +
    path(deep, 'M124 58l32 14v92a6 6 0 0 1-4 6l-28 4z') +
    path(pale, 'M44 58l34-20h66l12 34-32-14z') +
    slab(white, 58, 82, 52, 54, 8) +
    disc(main, 84, 109, 17) +
    disc(pale, 84, 109, 8),
  bread: ({ main, deep }: Shades) =>
    path(
      crust,
      'M38 96c-12-34 18-48 62-48s74 14 62 48c-2 6-6 8-6 14v44a12 12 0 0 1-12 12H56a12 12 0 0 1-12-12v-44c0-6-4-8-6-14z',
    ) +
    path(
      cream,
      'M50 92c-8-22 14-32 50-32s58 10 50 32c-2 6-6 9-6 15v38a8 8 0 0 1-8 8H64a8 8 0 0 1-8-8v-38c0-6-4-9-6-15z',
    ) +
    line(main, 7, 'M78 84l10 16M104 80l10 16M80 118l10 16') +
    line(deep, 7, 'M112 116l8 13'),
  flatbread: ({ main }: Shades) =>
    disc('#c98742', 100, 112, 66, 56) +
    disc('#e8b673', 100, 104, 66, 56) +
    disc('#f3cf97', 96, 98, 50, 40) +
    disc(crust, 78, 86, 9, 7) +
    disc(crust, 116, 92, 11, 8) +
    disc(crust, 92, 118, 10, 7) +
    disc(main, 124, 118, 4, 3) +
    disc(main, 70, 108, 4, 3) +
    disc(main, 100, 76, 4, 3),
  fruit: ({ main, deep, pale }: Shades) =>
    path(
      main,
      'M100 72c18-16 58-10 58 36 0 38-26 68-42 68-8 0-10-4-16-4s-8 4-16 4c-16 0-42-30-42-68 0-46 40-52 58-36z',
    ) +
    path(deep, 'M134 70c16 6 24 20 24 38 0 38-26 68-42 68-8 0-10-4-16-4 32-6 50-60 34-102z') +
    line('#7a5236', 7, 'M100 74c0-16 2-26 8-36') +
    path(leaf, 'M108 58c2-20 18-28 40-26-2 20-18 30-40 26z') +
    line(pale, 7, 'M62 112c-1-14 4-22 12-26'),
  vegetable: ({ main, deep, pale }: Shades) =>
    path(
      leaf,
      'M100 74c-30-6-34-30-28-44 14 2 22 12 28 30 0-20 4-30 14-38 10 12 8 26 0 40 10-14 20-18 34-16 0 18-16 30-48 28z',
    ) +
    path(main, 'M100 66c34 0 46 20 36 48-8 24-22 48-36 66-14-18-28-42-36-66-10-28 2-48 36-48z') +
    path(deep, 'M118 68c20 6 26 24 18 46-8 24-22 48-36 66 18-40 24-78 18-112z') +
    line(pale, 6, 'M78 92h16M82 112h20M92 134h14'),
  greens: ({ main, deep, pale }: Shades) =>
    line(leaf, 9, 'M94 176c-2-30-12-44-26-62M106 176c2-30 12-44 26-62M100 176V96') +
    path(leaf, 'M68 124C40 112 34 84 42 58c28 8 40 34 26 66zM132 124c28-12 34-40 26-66-28 8-40 34-26 66z') +
    path('#76b878', 'M100 112c-26-18-28-54 0-86 28 32 26 68 0 86z') +
    line('#5a9e5f', 4, 'M100 104V52') +
    slab(main, 78, 140, 44, 18, 8) +
    slab(deep, 106, 140, 16, 18, 8) +
    line(pale, 4, 'M86 149h10'),
  meat: ({ main, deep }: Shades) =>
    path(deep, 'M40 118c-8-44 34-80 78-72 36 6 52 34 44 64-8 28-36 30-50 48-16 22-66 10-72-40z') +
    path(cream, 'M40 108c-8-40 34-74 78-66 36 6 52 32 44 60-8 26-36 28-50 46-16 20-66 8-72-40z') +
    path(main, 'M52 108c-4-32 28-58 64-52 26 5 40 24 34 44-6 22-34 24-48 42-12 16-46 6-50-34z') +
    disc(cream, 118, 84, 15, 13) +
    disc(deep, 118, 84, 7, 6) +
    line(cream, 5, 'M66 106c6-14 14-20 24-24M76 126c6-10 14-14 22-16'),
  chicken: ({ main, deep }: Shades) =>
    line(cream, 15, 'M120 122l34 34') +
    disc(cream, 150, 166, 11) +
    disc(cream, 164, 152, 11) +
    path(crust, 'M44 56c24-26 66-20 82 12 12 24 14 44 4 58-14 12-36 8-60-4-32-16-48-44-26-66z') +
    path('#c07f3a', 'M118 56c20 26 24 54 12 70-14 12-36 8-60-4 34 6 58-20 48-66z') +
    line('#f0c589', 7, 'M54 86c-2-12 4-20 14-24') +
    path(leaf, 'M44 158c-14-2-20-12-18-26 14 0 22 10 18 26zM48 160c-2-14 6-24 20-26 2 14-6 24-20 26z') +
    disc(main, 84, 158, 7) +
    disc(deep, 66, 170, 5),
  fish: ({ main, deep, pale }: Shades) =>
    path(
      deep,
      'M140 100l36-32c4 20 4 44 0 64zM84 66c14-18 32-20 46-14-4 14-10 22-20 26zM92 138c8 14 20 18 32 14-2-12-8-18-18-20z',
    ) +
    path(main, 'M24 104c30-50 92-54 126-4-34 54-96 50-126 4z') +
    path(pale, 'M24 104c30 46 92 50 126-4-20 18-96 26-126 4z') +
    disc(white, 58, 94, 9) +
    disc('#2f3a4a', 57, 94, 4.5) +
    line(deep, 5, 'M82 78c8 14 8 32 0 46M104 88c4 6 4 16 0 24M122 90c3 6 3 14 0 20'),
  cheese: ({ main, deep, pale }: Shades) =>
    path('#f7d774', 'M30 104l106-54c20 8 32 26 34 54z') +
    path('#eebf4a', 'M30 104h140v50a8 8 0 0 1-8 8H38a8 8 0 0 1-8-8z') +
    disc('#d9a233', 64, 130, 13, 11) +
    disc('#d9a233', 134, 142, 10, 8) +
    disc('#d9a233', 106, 120, 7, 6) +
    disc('#e3b23f', 120, 80, 11, 7) +
    path(main, 'M132 104h38v50a8 8 0 0 1-8 8h-30z') +
    path(deep, 'M132 104h38l-1-10h-37z') +
    disc(pale, 151, 132, 9),
  egg: ({ main, deep, pale }: Shades) =>
    path('#f6dcc0', 'M34 124c0-30 14-52 30-52s30 22 30 52z') +
    path('#f6dcc0', 'M106 124c0-30 14-52 30-52s30 22 30 52z') +
    path(cream, 'M68 124c0-36 15-64 32-64s32 28 32 64z') +
    line(white, 6, 'M82 104c1-12 5-20 10-26') +
    path(main, 'M26 116h148l-10 44a10 10 0 0 1-10 8H46a10 10 0 0 1-10-8z') +
    path(deep, 'M26 116h148l-3 12H29z') +
    line(pale, 6, 'M66 146h68'),
  sweet: ({ main, deep, pale }: Shades) =>
    path(deep, 'M64 100L30 72c-8 18-8 38 0 56zM136 100l34-28c8 18 8 38 0 56z') +
    disc(main, 100, 100, 44) +
    line(pale, 9, 'M82 66c16 14 20 44 8 74M110 60c18 20 20 54 4 80') +
    line(white, 6, 'M68 98c1-8 4-14 9-19'),
}
