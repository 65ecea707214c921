// Preloaded into the suite: its servers listen on every interface, and here they must not. The hook
// is where `listen` has resolved its arguments, since a host given to `listen` is looked up later
// than the suite asks for the port.

const net = require("node:net");

const listen = net.Server.prototype._listen2;
net.Server.prototype._listen2 = function (address, port, addressType, ...rest) {
  const everywhere = !address && typeof port === "number" && port >= 0;
  return everywhere ? listen.call(this, "127.0.0.1", port, 4, ...rest) : listen.call(this, address, port, addressType, ...rest);
};
