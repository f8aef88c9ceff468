// Users of k6: ASK says how they ask ten times a second: `wait` for the reply first, or `interval` whatever comes back.
import { WebSocket } from 'k6/experimental/websockets'
import { Counter, Trend } from 'k6/metrics'

const reply = new Trend('reply', true)
const push = new Trend('push', true)
const pushes = new Counter('pushes')
const gaps = new Counter('gaps')

export const options = {
  scenarios: { users: { executor: 'per-vu-iterations', vus: Number(__ENV.USERS), iterations: 1, maxDuration: '5m' } },
  summaryTrendStats: ['count', 'avg', 'med', 'p(95)', 'p(99)', 'max'],
}

export default function () {
  const socket = new WebSocket(__ENV.URL)
  const asked = {}
  let id = 0
  let last = 0
  let ticking = null
  const ask = () => {
    id += 1
    asked[id] = Date.now()
    socket.send(JSON.stringify({ id }))
  }
  socket.onopen = () => {
    if (__ENV.ASK === 'interval') ticking = setInterval(ask, 100)
    if (__ENV.ASK === 'wait') ask()
    setTimeout(() => {
      if (ticking !== null) clearInterval(ticking)
      socket.close()
    }, Number(__ENV.SECONDS) * 1000)
  }
  socket.onmessage = (event) => {
    const object = JSON.parse(event.data)
    if (object.seq !== undefined) {
      // k6 has no count for this: own code.
      pushes.add(1)
      push.add(Date.now() - object.t)
      if (last > 0 && object.seq > last + 1) gaps.add(object.seq - last - 1)
      last = object.seq
      return
    }
    reply.add(Date.now() - asked[object.id])
    delete asked[object.id]
    if (__ENV.ASK === 'wait') setTimeout(ask, 100)
  }
}

export function handleSummary(data) {
  return { [__ENV.OUT]: JSON.stringify(data.metrics) }
}
