// Receives a shop's orders from Vendor Desk, for a till: each message is verified, written down once and answered at
// once. README.md beside this file says how it is set up.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', PORT = '8080', FILE = 'received.jsonl' } = process.env
const largest = 1024 * 1024

const webhook = new Webhook(WEBHOOK_SECRET)
/** The desk sends a message again until it is answered, always with the same id. */
const known = new Set(readMessages().map(({ id }) => id))

function readMessages() {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim().split('\n') : []
  return lines.filter(Boolean).map((line) => JSON.parse(line))
}

/** Answers the desk; another program reads the file and does the till's work. */
function take(body, headers) {
  const { type, timestamp, data } = webhook.verify(body, headers)
  const id = headers['webhook-id']
  if (known.has(id)) return
  appendFileSync(FILE, `${JSON.stringify({ id, type, timestamp, data })}\n`)
  known.add(id)
}

createServer((request, response) => {
  const chunks = []
  let size = 0
  request.on('data', (chunk) => {
    size += chunk.length
    if (size > largest) request.destroy()
    else chunks.push(chunk)
  })
  request.on('end', () => {
    try {
      take(Buffer.concat(chunks), request.headers)
      response.writeHead(204).end()
    } catch (error) {
      response.writeHead(400).end(error.message)
    }
  })
}).listen(Number(PORT), '127.0.0.1', () => console.log('ready'))
