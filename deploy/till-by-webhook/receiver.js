// Receives a shop's orders from Vendor Desk, for a till: verifies each message, writes it down once, then answers.
// README.md beside this file says how it is set up.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', HOST = '127.0.0.1', PORT = '8080', FILE = 'received.jsonl' } = process.env
const largest = 1024 * 1024
const webhook = new Webhook(WEBHOOK_SECRET)

// A crash may have cut off the last line. Its message was not answered, so the desk sends it again.
const written = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
const whole = written.slice(0, written.lastIndexOf('\n') + 1)
if (whole !== written) truncateSync(FILE, Buffer.byteLength(whole))
/** The desk sends a message until it is answered, always with the same id. */
const known = new Set(whole.match(/.+/g)?.map((line) => JSON.parse(line).id))

/** @returns an HTTP status. If the disk is full, the receiver ends unanswered. */
function take(body, headers) {
  let message
  try {
    message = webhook.verify(body, headers) // the raw bytes; refuses those of more than five minutes ago
  } catch {
    return 400
  }
  const id = headers['webhook-id']
  if (!known.has(id)) appendFileSync(FILE, `${JSON.stringify({ id, ...message })}\n`, { flush: true })
  known.add(id)
  return 204
}

createServer((request, response) => {
  const chunks = []
  let size = 0
  request.on('data', (chunk) => ((size += chunk.length) > largest ? request.destroy() : chunks.push(chunk)))
  request.on('end', () => response.writeHead(take(Buffer.concat(chunks), request.headers)).end())
}).listen(Number(PORT), HOST, () => console.log('ready'))
