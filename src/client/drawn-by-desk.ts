/** Whether the page still shows the board that the desk drew into it, and nothing of its own yet. */
export const isDrawnByDesk = (): boolean => !import.meta.env.SSR && document.querySelector('.drawn') !== null
