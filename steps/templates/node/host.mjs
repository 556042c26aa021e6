#!/usr/bin/env node
// A chatbot host for registry-brokered open-access search, in Node 20 without dependencies.
//
// Messages come in on standard input as JSON, answers go out on standard output. Without an argument one message is
// read to its end and answered; lines that carry a `seq` are answered one after the other until `stop`.

import { createInterface } from 'node:readline'
import { search } from './search.mjs'

const ABOUT = {
  name: 'node-brokered-host',
  version: '1.0.0',
  capabilities: ['registry_brokered', 'navigation', 'hashing'],
}

async function answered (message) {
  switch (message.type) {
    case 'describe':
    case 'start':
      return ABOUT
    case 'task':
      return search(message.task)
    default:
      throw new Error(`no such message: ${message.type}`)
  }
}

function say (value) {
  process.stdout.write(JSON.stringify(value) + '\n')
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (!line.trim()) continue
  const message = JSON.parse(line)
  if (message.seq === undefined) {
    say(await answered(message))
    continue
  }
  if (message.type === 'stop') break
  try {
    const answer = await answered(message)
    say(message.type === 'task' ? { seq: message.seq, report: answer } : { seq: message.seq, ...answer })
  } catch (error) {
    console.error(error)
    say({ seq: message.seq, error: String(error) })
  }
}
