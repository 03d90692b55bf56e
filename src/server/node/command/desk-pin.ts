import { DeskComplaint } from './desk-verbs.ts'
import type { ReadStream, WriteStream } from 'node:tty'

export interface PinSource {
  readonly input: ReadStream
  readonly prompts: Pick<WriteStream, 'write'>
}

const longest = 1024

/** Reads a PIN that a script pipes in: all of standard input, without the final line break. */
export async function pipedPin({ input }: PinSource): Promise<string> {
  let text = ''
  for await (const chunk of input as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    if (text.length > longest) break
  }
  return text.replace(/\r?\n$/, '')
}

/** Reads a PIN that a person types, twice, without showing it. @throws {DeskComplaint} */
export async function typedPin({ input, prompts }: PinSource): Promise<string> {
  if (!input.isTTY) throw new DeskComplaint('Here is no terminal to ask for the PIN: give --pin-stdin and pipe it in.')
  const pin = await hiddenLine({ input, prompts }, 'PIN (4 to 12 digits): ')
  const again = await hiddenLine({ input, prompts }, 'The same PIN again: ')
  if (pin !== again) throw new DeskComplaint('These were two different PINs. Nothing was changed.')
  return pin
}

const backspaces = ['\u007F', '\b']
const ends = ['\r', '\n', '\u0004']
const interrupt = '\u0003'

async function hiddenLine({ input, prompts }: PinSource, question: string): Promise<string> {
  prompts.write(question)
  input.setRawMode(true)
  input.setEncoding('utf8')
  input.resume()
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed = ''
      function take(text: string): void {
        for (const letter of text) {
          if (ends.includes(letter) || letter === interrupt) {
            input.off('data', take)
            if (letter === interrupt) reject(new DeskComplaint('Nothing was changed.', 130))
            else resolve(typed)
            return
          }
          typed = backspaces.includes(letter) ? typed.slice(0, -1) : (typed + letter).slice(0, longest)
        }
      }
      input.on('data', take)
    })
  } finally {
    input.setRawMode(false)
    input.pause()
    prompts.write('\n')
  }
}
