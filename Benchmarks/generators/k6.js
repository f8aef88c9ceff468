// Users of a room for k6: each joins, reads what is pushed, and asks for an answer once a second. They come within a second, as
// those of the others: users who come at once ask at once, and a server and a generator handle such a burst as one.
import { WebSocket } from 'k6/experimental/websockets'
import { sleep } from 'k6'
import exec from 'k6/execution'
import { Trend } from 'k6/metrics'

const answers = new Trend('answers', true)

export const options = {
  scenarios: {
    users: { executor: 'per-vu-iterations', vus: Number(__ENV.USERS), iterations: 1, maxDuration: '5m' },
  },
}

export default function () {
  sleep((exec.vu.idInTest - 1) / Number(__ENV.USERS))
  const socket = new WebSocket(__ENV.URL, 'riffle.v1')
  const asked = {}
  let id = 1
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: 'join', id, role: 'viewer', offsets: 'frames' }))
    setInterval(() => {
      id += 1
      asked[id] = Date.now()
      socket.send(JSON.stringify({ type: 'ping', id }))
    }, 1000)
  }
  socket.onmessage = (event) => {
    for (const line of event.data.split('\n')) {
      const object = JSON.parse(line)
      if (object.type !== 'pong') continue
      answers.add(Date.now() - asked[object.id])
      delete asked[object.id]
    }
  }
}
