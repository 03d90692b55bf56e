import { createStore, type Told } from '#web/api/store.ts'

const told = createStore<HTMLElement | null>(null)

/** Where a screen whose bottom is taken has room for the ring; nothing on all others. */
export const ringRoom: Told<HTMLElement | null> = told
export const setRingRoom = (room: HTMLElement | null): void => told.set(room)
