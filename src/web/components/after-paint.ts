/** Does something once the screen shows what has just been changed. */
export const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work))
