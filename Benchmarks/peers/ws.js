// A relay on ws: what one client of a room says, all others of the room hear.
// First line of output: listening on ws://127.0.0.1:PORT; ends with standard input.
'use strict'
const { WebSocketServer, WebSocket } = require('ws')

const rooms = new Map()

function membersOf(room) {
  if (!rooms.has(room)) rooms.set(room, new Set())
  return rooms.get(room)
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, backlog: 4096, perMessageDeflate: false }, () => {
  console.log(`listening on ws://127.0.0.1:${server.address().port}`)
})

server.on('connection', (socket, request) => {
  const members = membersOf(request.url)
  members.add(socket)
  socket.on('close', () => members.delete(socket))
  socket.on('error', () => socket.terminate())
  socket.on('message', (data, isBinary) => {
    for (const member of members) {
      if (member !== socket && member.readyState === WebSocket.OPEN) member.send(data, { binary: isBinary })
    }
  })
  socket.send('{"type":"welcome"}')
})

process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
