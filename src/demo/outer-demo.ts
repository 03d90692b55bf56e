/** Answers requests as the practice store of a demo does. */
type Answer = (request: Request) => Promise<Response>

/** The window of a page, with the demo that runs in it. */
interface DemoWindow {
  demoAnswer?: Answer
}

/** Lets frames of this page use its demo. */
export const offerDemo = (answer: Answer): void => void Object.assign(globalThis, { demoAnswer: answer })

/**
 * The demo of the page in which this one is a frame, so that both show the same orders. A frame of another site has no
 * access to it.
 */
export function outerDemo(outer: object = parent): Answer | undefined {
  if (outer === globalThis) return undefined
  try {
    return (outer as DemoWindow).demoAnswer
  } catch {
    return undefined
  }
}
