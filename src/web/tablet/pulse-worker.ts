// Posts a beat to the page at the interval, in milliseconds, that the page sends.
addEventListener('message', ({ data }: MessageEvent<number>) => {
  setInterval(() => postMessage(undefined), data)
})
