//! What stands around the instances: nginx in front, Redis behind, both only as long as this process.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A process that ends with this value.
#[derive(Debug)]
pub struct Running(Child);

/// A temporary folder that ends with this value.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Running {
    pub fn start(command: &mut Command) -> Result<Self, String> {
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command.stdin(Stdio::null()).spawn();
        child
            .map(Self)
            .map_err(|error| format!("`{name}` does not start: {error}"))
    }

    /// `SIGKILL`: nothing of it is told.
    pub fn kill(&mut self) {
        // It is gone already where this fails.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    pub fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Folder {
    pub fn new() -> Result<Self, Box<dyn Error>> {
        let path = std::env::temp_dir().join(format!("many-instances-{}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Different ports that are free now.
pub fn free_ports(count: usize) -> Result<Vec<u16>, Box<dyn Error>> {
    let listeners: Vec<_> = (0..count)
        .map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))
        .collect::<Result<_, _>>()?;
    let ports = listeners.iter().map(|it| Ok(it.local_addr()?.port()));
    ports.collect()
}

/// Waits until somebody listens.
pub fn wait_for(port: u16, process: &mut Running) -> Result<(), String> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        if process.has_ended() {
            return Err(format!("what should listen on port {port} has ended"));
        }
        if start.elapsed() > Duration::from_secs(30) {
            return Err(format!("nobody listens on port {port}"));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// A Redis that writes nothing to disk; it is not what is killed here.
pub fn redis(port: u16, folder: &Path) -> Result<Running, Box<dyn Error>> {
    let mut command = Command::new("redis-server");
    command
        .args(["--bind", "127.0.0.1", "--port", &port.to_string()])
        .args(["--save", "", "--maxmemory-policy", "noeviction"])
        .arg("--dir")
        .arg(folder)
        .stdout(Stdio::null());
    let mut redis = Running::start(&mut command)?;
    wait_for(port, &mut redis)?;
    Ok(redis)
}

/// An nginx that gives each request to the next instance, whoever sends it.
pub fn nginx(port: u16, instances: &[u16], folder: &Path) -> Result<Running, Box<dyn Error>> {
    let config = folder.join("nginx.conf");
    fs::write(&config, nginx_config(port, instances))?;
    let in_sbin = Path::new("/usr/sbin/nginx");
    // Debian keeps it where not everybody looks.
    let program = if in_sbin.exists() {
        in_sbin
    } else {
        Path::new("nginx")
    };
    let mut command = Command::new(program);
    command.arg("-p").arg(folder).arg("-c").arg(&config);
    command.args(["-e", "nginx.log"]);
    let mut nginx = Running::start(&mut command)?;
    wait_for(port, &mut nginx)?;
    Ok(nginx)
}

fn nginx_config(port: u16, instances: &[u16]) -> String {
    let mut servers = String::new();
    for port in instances {
        // An instance that was just killed is back in a moment.
        let _ = writeln!(servers, "        server 127.0.0.1:{port} max_fails=0;");
    }
    format!(
        "daemon off;
# One process: a killed master would leave its workers behind.
master_process off;
pid nginx.pid;
error_log nginx.log crit;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    upstream instances {{
{servers}        keepalive 16;
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://instances;
            proxy_http_version 1.1;
            proxy_set_header Connection \"\";
            proxy_set_header Host localhost;
            proxy_connect_timeout 1s;
        }}
    }}
}}
"
    )
}
