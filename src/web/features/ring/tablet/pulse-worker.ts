// Beats for the page, every so many milliseconds as it was told.
addEventListener('message', ({ data }: MessageEvent<number>) => {
  setInterval(() => postMessage(undefined), data)
})
