import { createTold, type Told } from '#client/told.ts'

const told = createTold<HTMLElement | null>(null)

/** Where a screen whose bottom is taken has room for the ring; nothing on all others. */
export const ringRoom: Told<HTMLElement | null> = told
export const setRingRoom = (room: HTMLElement | null): void => told.set(room)
