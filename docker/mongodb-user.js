// Runs once, on an empty volume: the service gets a user of its own, who has no right outside its own database.
const { username, password, pathname } = new URL(fs.readFileSync('/run/secrets/mongodb_url', 'utf8').trim());
db.getSiblingDB(pathname.slice(1)).createUser({ user: username, pwd: password, roles: ['readWrite'] });
